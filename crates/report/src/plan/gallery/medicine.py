# Medicine, as the resident says.
class Dose(BaseModel):
    person: str
    medicine: str
    amount: str

answer = ask_resident("Who gets which medicine, and how much?")
dose = query_ai_assistant(f"Fill in: {answer}", Dose)
give_medicine(dose.person, dose.medicine, dose=dose.amount)
