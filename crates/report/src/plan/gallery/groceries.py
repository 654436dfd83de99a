# What is missing may come from a note; where it is brought to may not.
note = read_note("fridge")
missing = query_ai_assistant(f"What is missing? {note}", str)
order_groceries(missing)
