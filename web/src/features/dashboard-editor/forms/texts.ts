import type en from '#web/locales/en/later/component-forms.json'
import type settings from '#web/locales/en/later/component-settings.json'
import { i18n } from '#web/lib/i18n.ts'
import { defineLaterTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the forms that set up components. */
export const useTexts = defineLaterTexts<typeof en>('component-forms')

/** The same outside components. */
export const text = textsOf<typeof en>('component-forms')

/** The names of kinds of component, of their settings and of the values these can have. */
const names = 'component-settings'

/** The name of a kind of component that is known. */
const nameText = textsOf<typeof settings>(names)

/** The ids under which the text of a setting can stand, from its own to the one of all settings called the same. */
function idsOf(id: string): string[] {
  const keys = id.split('.')
  return [...new Set([id, keys.slice(-2).join('.'), keys.at(-1) ?? id])]
}

function found(keys: readonly string[]): string | undefined {
  const key = keys.find((one) => i18n.exists(one, { ns: names }))
  return key === undefined ? undefined : nameText(key as 'label_id')
}

/** The name of a setting, by the kind of component and the keys that lead to it; its key where it has no name. */
export function labelOf(id: string): string {
  return found(idsOf(id).map((one) => `label_${one}`)) ?? id.split('.').at(-1) ?? id
}

/** What a setting is for; undefined where its name says it. */
export function helpOf(id: string): string | undefined {
  return found(idsOf(id).map((one) => `help_${one}`))
}

/** The name of one of the values that a setting can have. */
export function valueLabel(id: string, value: string | number): string {
  const keys = [id, id.split('.').at(-1) ?? id].map((one) => `value_${one}.${value}`)
  return found([...keys, `value_${value}`]) ?? String(value)
}

/** What a kind of component is called. */
export function kindTitle(kind: string): string {
  return found([`kind_${kind}`]) ?? kind
}

/** What a kind of component shows, in a sentence; empty for one that is not offered. */
export function kindAbout(kind: string): string {
  return found([`about_${kind}`]) ?? ''
}
