# One way through this plan leaves the stove on.
go_to("kitchen")
stove_on("high")
seen = look_around("kitchen")
if "pot" in seen:
    pick_up("pot")
    put_down("pot", "table")
    stove_off()
else:
    go_to("living room")
