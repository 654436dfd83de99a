# What the language leaves out is refused before anything runs, all of it at once.
import os
while True:
    ask_resident("Done?")
heat = lambda x: x + 1
stov_on("high")
