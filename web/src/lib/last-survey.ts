const storageKey = 'gensvar-survey'

/** Remembers the survey looked at last on this device. */
export function rememberSurvey(extName: string): void {
  localStorage.setItem(storageKey, extName)
}

/** The survey looked at last on this device; null without any. */
export function lastSurvey(): string | null {
  return localStorage.getItem(storageKey)
}

/** The survey to open: the wanted one, else the one looked at last, else the first; null without any. */
export function surveyToOpen(surveys: readonly { extName: string }[], wanted: string | undefined): string | null {
  const has = (extName: string | null | undefined) => surveys.some((survey) => survey.extName === extName)
  if (has(wanted)) return wanted ?? null
  const last = lastSurvey()
  return has(last) ? last : (surveys[0]?.extName ?? null)
}
