import type en from '#web/locales/en/later/action-dialog.json'
import type formEn from '#web/locales/en/form.json'
import { defineLaterTexts, defineTexts, textsOf } from '#web/lib/texts.ts'

/** Texts of the dialog of an action. */
export const useTexts = defineLaterTexts<typeof en>('action-dialog')

/** Texts of every form. */
const useFormTexts = defineTexts<typeof formEn>('form')

/** Props of the button that empties a field with a name: unlike the library's own it is reached by keyboard. */
export function useClearButton() {
  const t = useFormTexts()
  return (name: string) => ({
    'aria-label': t('clear', { name }),
    'aria-hidden': false,
    tabIndex: 0,
    // Large enough for touch; a style takes the place of the library's own, which lets it be clicked.
    style: { minWidth: 24, minHeight: 24, pointerEvents: 'all' as const },
  })
}

/** Texts of the dialog outside of components. */
export const dialogText = textsOf<typeof en>('action-dialog')
