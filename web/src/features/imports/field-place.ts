/** Id of the place on the page where an option is changed, by the option's name. */
export const fieldPlace = (field: string): string => `new-survey-${field}`

/** The first of some options that has a place on the page. */
export function firstPlaced(fields: readonly string[]): string | undefined {
  return fields.find((field) => document.getElementById(fieldPlace(field)) !== null)
}

/** Brings the place of an option into view and focuses it. */
export function goToField(field: string): void {
  const place = document.getElementById(fieldPlace(field))
  place?.scrollIntoView({ block: 'center' })
  place?.focus()
}
