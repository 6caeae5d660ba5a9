import { Button } from '@mantine/core'
import { useState } from 'react'
import { longNames } from '@gensvar/contract/widgets/example-states/words'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { Shown } from './shown.tsx'

const dialogs = {
  Ask: { title: 'Save the filters?', message: 'The set is called “North”.' },
  Delete: { title: 'Delete the template?', message: `It is used by ${longNames[0]}.`, danger: true, okText: 'Delete' },
  Busy: { title: 'Delete the template?', message: 'This takes a moment.', danger: true, busy: true },
  Tell: { title: 'The report is ready', message: 'It is kept for a week.', noConfirm: true },
} as const

type DialogName = keyof typeof dialogs

/** What appears over the page: dialogs and short messages. */
export function DialogsSection() {
  const [opened, setOpened] = useState<DialogName | null>(null)
  const [shown, setShown] = useState<DialogName>('Ask')
  const open = (name: DialogName) => {
    setShown(name)
    setOpened(name)
  }
  const close = () => setOpened(null)
  return (
    <>
      <Shown name="ConfirmDialog">
        {(Object.keys(dialogs) as DialogName[]).map((name) => (
          <Button key={name} variant="default" aria-haspopup="dialog" onClick={() => open(name)}>
            {name}
          </Button>
        ))}
      </Shown>
      <Shown name="notify">
        <Button variant="default" onClick={() => notifyDone(`The filters of ${longNames[0]} were saved.`)}>
          Done
        </Button>
        <Button variant="default" onClick={() => notifyError(`The filters of ${longNames[1]} could not be saved.`)}>
          Failed
        </Button>
      </Shown>
      <ConfirmDialog opened={opened !== null} {...dialogs[shown]} onOk={close} onCancel={close} />
    </>
  )
}
