import { createContext } from 'react'
import type { ReactNode } from 'react'

/** The page's filters with their values, but for its period; null where nothing around knows how. */
export const ShownFiltersContext = createContext<ReactNode>(null)
