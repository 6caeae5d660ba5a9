/** What is known of a respondent besides their answers. */
export const contactFields = ['name', 'email', 'phone', 'language', 'street', 'postcode', 'city', 'country'] as const

/** One of the fields of a contact. */
export type ContactField = (typeof contactFields)[number]

/** Whether a name is that of a field of the contact; a question of that name comes first. */
export function isContactField(name: string): name is ContactField {
  return contactFields.some((field) => field === name)
}

/** Whether a field is a part of the postal address. */
export function isPostal(field: ContactField): boolean {
  return field === 'street' || field === 'postcode' || field === 'city' || field === 'country'
}
