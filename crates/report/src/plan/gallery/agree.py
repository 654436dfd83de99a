# Two tests of one answer agree: the door is locked exactly if it was unlocked.
yes = ask_resident("Let the plumber in?")
if yes:
    unlock_door("plumber")
look_around("hall")
if not yes:
    tell_visitor("not today")
else:
    lock_door()
