# Pay the bill to the account that is printed on it.
class Bill(BaseModel):
    account: str
    sum: float

bill = query_ai_assistant(f"Read the bill: {read_file('bill.txt')}", Bill)
send_money(bill.account, bill.sum, "bill", "2026-12-02")
