import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SurveyStart } from './survey-start.ts'
import { useSurveyStartIfAny } from './survey-start.ts'
import { useAppTexts } from './use-app-texts.ts'

/** Why an address of the application cannot be opened in this version, in words; null where it can. */
export type Reach = (href: string) => string | null

/** What the application's router knows of its screens. */
export interface RouterContext {
  /** Whether the screen of an address exists in this version. */
  isScreenBuilt: (href: string) => boolean
}

const kinds = { ranking: 'rankings', alertlist: 'alerts', samplelist: 'samples' } as const

/** Whether the survey has something to show on the screen of an address. */
function isPageBuilt(href: string, { survey, builtKinds }: SurveyStart): boolean {
  const [, screen = '', page] = href.split(/[/?#]/)
  if (screen === 'page') return survey.pages.find((one) => one.extname === page)?.isBuilt ?? true
  const kind = (kinds as Partial<Record<string, (typeof kinds)[keyof typeof kinds]>>)[screen]
  return kind === undefined || builtKinds.includes(kind)
}

/** Alerts are of single interviews, which not everybody may open and of anonymous surveys nobody. */
function mayOpen(href: string, { rights }: SurveyStart): boolean {
  return rights.canViewInterviews || href.split(/[/?#]/)[1] !== 'alertlist'
}

/**
 * Tells whether an address leads somewhere: its screen has a file in `routes/`, and its page a component that is built.
 * Everything that leads to an address asks it, and is disabled with the reason while it leads nowhere.
 */
export function useReach(): Reach {
  const t = useAppTexts()
  // A router that shows a single part has no context.
  const { isScreenBuilt } = (useRouter().options.context as Partial<RouterContext> | undefined) ?? {}
  const { data: start } = useSurveyStartIfAny()
  return useCallback(
    (href) => {
      const isBuilt = isScreenBuilt?.(href) !== false && (start === undefined || isPageBuilt(href, start))
      if (!isBuilt) return t('notBuilt')
      return start === undefined || mayOpen(href, start) ? null : `${t('noAccessTitle')}.`
    },
    [isScreenBuilt, start, t],
  )
}
