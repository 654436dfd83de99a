# The visitor hears when nobody is at home.
today = read_calendar("today")
if "holiday" in today:
    tell_visitor("nobody is at home")
else:
    tell_visitor("please wait")
tell_visitor(f"today: {today}")
