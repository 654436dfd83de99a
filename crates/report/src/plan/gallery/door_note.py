# A note at the door tells whom to let in.
note = read_note("front door")
visitor = query_ai_assistant(f"Who wants to come in? {note}", str)
unlock_door(visitor)
answer = ask_resident(f"Is {visitor} welcome?")
lock_door()
