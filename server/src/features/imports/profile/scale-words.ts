import type { Language } from './scale-language.ts'
import { danish } from './scale-languages/danish.ts'
import { english } from './scale-languages/english.ts'
import { finnish } from './scale-languages/finnish.ts'
import { norwegian } from './scale-languages/norwegian.ts'
import { swedish } from './scale-languages/swedish.ts'

/** The words of the product's languages. */
export const ownLanguages: readonly Language[] = [english, swedish, norwegian, danish, finnish]
