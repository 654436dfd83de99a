# Ticket, confirmation, approval, isolation, end.
alert = get_last_alert("high")
scan_attachments(alert)
ticket = create_incident_ticket("malware", "a mail with a bad attachment")
host = "ws-17"
confirmed = confirm_host(host)
request_ir_approval(ticket)
isolate_host(host)
if confirmed:
    resolve_incident(ticket)
else:
    escalate_to_ir_team(ticket)
