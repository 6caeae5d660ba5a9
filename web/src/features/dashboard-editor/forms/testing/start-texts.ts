import { i18n } from '#web/lib/i18n.ts'
import form from '#web/locales/en/form.json'
import own from '#web/locales/en/later/component-forms.json'
import names from '#web/locales/en/later/component-settings.json'

/** The English texts of the forms, for tests that draw nothing. */
export async function startTexts(): Promise<void> {
  const plain = { keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false } } as const
  if (!i18n.isInitialized) await i18n.init({ lng: 'en', resources: { en: {} }, ...plain })
  for (const [name, texts] of Object.entries({ form, 'component-forms': own, 'component-settings': names }))
    i18n.addResourceBundle('en', name, texts)
}
