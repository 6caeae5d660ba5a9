import type en from '#web/locales/en/app.json'
import { defineTexts } from './texts.ts'

/** Texts every screen shares: states, buttons, failures. */
export const useAppTexts = defineTexts<typeof en>('app')
