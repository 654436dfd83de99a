# The guests come from the user, the text from a mail.
guests = ["ann@example.com", "bob@example.com"]
mails = search_emails("agenda")
agenda = query_ai_assistant(f"The agenda in one line? {mails}", str)
create_calendar_event("Planning", "2026-12-07 10:00", "2026-12-07 11:00", agenda, guests)
