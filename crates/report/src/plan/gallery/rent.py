# The rent goes up; the account stays the one that the user named.
account = "NL00 TEST 0000 0001"
letter = read_file("landlord.txt")
rent = query_ai_assistant(f"The new rent? {letter}", float)
for payment in get_scheduled_transactions():
    if payment.subject == "rent":
        update_scheduled_transaction(payment.id, recipient=account, amount=rent)
