# A private page of the web is put where everybody reads it.
page = get_webpage("intranet.example.com/salaries")
short = query_ai_assistant(f"Sum it up: {page}", str)
for channel in get_channels():
    send_channel_message(channel, "news on the page")
post_webpage("blog.example.com", short)
