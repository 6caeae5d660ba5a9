import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { segmentsQuery } from '#web/lib/segments.ts'
import { useUpKey } from '#web/lib/use-up-key.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import classes from './interview.module.css'
import { useTexts } from './texts.ts'

const leaveKeys: readonly string[] = ['Backspace', 'Escape']

/** Leads to the screen before, also with Backspace and Escape; to an address if there is none. */
export function BackButton({ address }: { address: string }) {
  const t = useTexts()
  const router = useRouter()
  const leave = useCallback(() => {
    if (router.history.canGoBack()) router.history.back()
    else router.history.push(address)
  }, [router, address])
  useUpKey(leave, leaveKeys)
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />}
      onClick={leave}
    >
      {t('back')}
    </Button>
  )
}

/** The place of a response in the hierarchy; each step links to its ranking. */
export function PlaceSteps({ survey, drillPath, label }: { survey: string; drillPath: string; label: string }) {
  const { data } = useQuery(segmentsQuery(survey, drillPath))
  return (
    <nav aria-label={label}>
      <ol className={classes['steps']}>
        {data?.segments.map((segment) => (
          <li key={segment.path}>
            <AppLink href={paths.ranking(survey, segment.path)}>{segment.text}</AppLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
