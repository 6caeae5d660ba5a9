import { useEffect, useMemo, useState } from 'react'
import { valueOf } from './structure/draft-pages.ts'

/**
 * The value of a text; null where it cannot be read. With `isUrgent` it is that of the text as it is. Otherwise it follows
 * later: a long text takes many frames to read, so a worker reads it while the page stays at hand.
 */
export function useValue(text: string, isUrgent: boolean): Record<string, unknown> | null {
  const [read, setRead] = useState(() => ({ text, value: valueOf(text) }))
  const now = useMemo(
    () => (!isUrgent || read.text === text ? read : { text, value: valueOf(text) }),
    [isUrgent, read, text],
  )
  if (now !== read) setRead(now)
  useEffect(() => {
    if (now.text === text) return undefined
    const worker = new Worker(new URL('./value-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Record<string, unknown> | null>) =>
      setRead({ text, value: data }),
    )
    // Its code could not be fetched.
    worker.addEventListener('error', () => setRead({ text, value: valueOf(text) }))
    worker.postMessage(text)
    return () => worker.terminate()
  }, [now, text])
  return now.value
}
