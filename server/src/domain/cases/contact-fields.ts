/** What is known of a respondent besides their answers. */
export const contactFields = ['name', 'email', 'phone', 'language'] as const

/** Whether a name is that of a field of the contact; a question of that name comes first. */
export function isContactField(name: string): boolean {
  return contactFields.some((field) => field === name)
}
