import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Card } from '#web/ui/card.tsx'
import { MessagePreview } from '#web/ui/message-preview/message-preview.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { newMailQuery } from './wizard-place.ts'
import type { Recipient, WizardPlace } from './wizard-place.ts'
import type { DraftBody } from './wizard-state.ts'
import classes from './wizard.module.css'

interface Props {
  at: WizardPlace
  draft: DraftBody
  /** The recipients of a page of the list. */
  recipients: readonly Recipient[]
  /** Samples that were taken out by hand. */
  deleted: readonly number[]
}

/** Three different recipients, as far apart as the list has them. */
function three(recipients: readonly Recipient[]): Recipient[] {
  const places = [0, Math.floor((recipients.length - 1) / 2), recipients.length - 1]
  return [...new Set(places)].flatMap((place) => recipients[place] ?? [])
}

/** What three of the recipients get, one after the other: with the arrows on screen, or on them those of the keyboard. */
export function Carousel({ at, draft, recipients, deleted }: Props) {
  const t = useTexts()
  // They stay while the list is paged and searched.
  const [pool] = useState(recipients)
  const [position, setPosition] = useState(0)
  const known = three(pool.filter(({ id }) => !deleted.includes(id)))
  const shown = known[Math.min(position, known.length - 1)]
  const query = useQuery(newMailQuery(at, draft, shown ?? null))
  const move = (by: number) => setPosition((now) => (now + by + known.length) % known.length)
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowLeft') move(-1)
    else if (event.key === 'ArrowRight') move(1)
  }
  if (shown === undefined) return null
  return (
    <div role="group" aria-roledescription={t('carousel')} aria-label={t('previews')}>
      <Card
        title={t('previews')}
        subtitle={
          <span aria-live="polite">
            {t('previewNumber', {
              number: Math.min(position, known.length - 1) + 1,
              total: known.length,
              name: shown.respondent,
            })}
          </span>
        }
        actions={
          known.length > 1 && (
            <span className={classes['buttons']}>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('previousPreview')}
                onClick={() => move(-1)}
                onKeyDown={onKeyDown}
              >
                <IconChevronLeft size={18} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('nextPreview')}
                onClick={() => move(1)}
                onKeyDown={onKeyDown}
              >
                <IconChevronRight size={18} aria-hidden="true" />
              </ActionIcon>
            </span>
          )
        }
      >
        <MessagePreview query={query} label={t('previewOf', { name: shown.respondent })} height={420} />
      </Card>
    </div>
  )
}
