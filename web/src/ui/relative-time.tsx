import { Tooltip } from '@mantine/core'
import { useFormat } from '#web/lib/format.ts'

/** How long ago a moment is, with the exact one on hover and for machines. */
export function RelativeTime({ moment, timeZone }: { moment: string; timeZone?: string }) {
  const format = useFormat()
  return (
    <Tooltip label={format.moment(moment, timeZone)}>
      <time dateTime={moment} tabIndex={0}>
        {format.relative(moment)}
      </time>
    </Tooltip>
  )
}
