# Supper for the residents: the stove is off again, whatever the calendar says.
plan = read_calendar("today")
guests = query_ai_assistant(f"How many people eat here tonight? {plan}", int)

go_to("kitchen")
pick_up("pot")
put_down("pot", "stove")
stove_on("medium")
if guests > 4:
    pick_up("second pot")
    put_down("second pot", "stove")
look_around("kitchen")
stove_off()
