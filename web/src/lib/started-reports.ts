const storageKey = 'gensvar-reports'

/** The surveys of which a report was started in this browser and may not be downloaded yet. */
function surveys(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** Whether reports of a survey were started in this browser: only then the server is asked for them after a reload. */
export function hasStartedReports(survey: string): boolean {
  return surveys().includes(survey)
}

/** Remembers in this browser whether reports of a survey are waited for. */
export function rememberReports(survey: string, areWaitedFor: boolean): void {
  const others = surveys().filter((one) => one !== survey)
  localStorage.setItem(storageKey, JSON.stringify(areWaitedFor ? [...others, survey] : others))
}
