# The same incident, in a hurry.
alert = get_last_alert("high")
scan_attachments(alert)
isolate_host("ws-17")
logs = query_logs("ws-17")
attacker = query_ai_assistant(f"The attacker's address? {logs}", str)
for address in [attacker]:
    block_ip(address)
ticket = create_incident_ticket("malware", "a mail with a bad attachment")
if attacker != "":
    resolve_incident(ticket)
