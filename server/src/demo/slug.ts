const spelled: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', đ: 'd', ß: 'ss' }

/** A name in plain lower-case letters, digits and `-`, for ext names and addresses. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[øæđß]/g, (letter) => spelled[letter] ?? '')
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
