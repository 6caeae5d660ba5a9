import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { hideComment } from '@gensvar/contract/interviews'
import { call } from '#web/api.ts'
import type en from '#web/locales/en/later/public-screens.json'
import { defineLaterTexts } from '#web/lib/texts.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { interviewQuery } from './queries.ts'
import type { InterviewRef } from './queries.ts'
import classes from './interview.module.css'

const useTexts = defineLaterTexts<typeof en>('public-screens')

interface Props extends InterviewRef {
  state: NonNullable<InterviewData['screenComment']>
}

/** Keeps the comment from public screens with one click, or shows it there again. */
export function ScreenComment({ state, ...ref }: Props) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (hidden: boolean) => call(hideComment, { params: ref, body: { hidden } }),
    onSuccess(answer) {
      queryClient.setQueryData(interviewQuery(ref).queryKey, (data) => data && { ...data, ...answer })
      notifyDone(t(answer.screenComment === 'hidden' ? 'nowHidden' : 'nowShown'))
    },
    onError: notifyError,
  })
  const isHidden = state === 'hidden'
  const Icon = isHidden ? IconEye : IconEyeOff
  return (
    <div className={classes['onScreens']}>
      <span>{t(isHidden ? 'hidden' : 'shown')}</span>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={14} aria-hidden="true" />}
        loading={change.isPending}
        onClick={() => change.mutate(!isHidden)}
      >
        {t(isHidden ? 'show' : 'hide')}
      </Button>
    </div>
  )
}
