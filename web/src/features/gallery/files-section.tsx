import { longNames, longTitle } from '@gensvar/contract/widgets/example-states/words'
import { useState } from 'react'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { OrderList } from '#web/ui/order-list.tsx'
import { ProblemTable } from '#web/ui/problem-table.tsx'
import { UploadFile } from '#web/ui/upload-file.tsx'
import { WorkProgress } from '#web/ui/work-progress.tsx'
import { Shown } from './shown.tsx'

const types = ['.xlsx', '.csv']
const maxBytes = 200_000_000

const problems = [
  { message: 'This is not a number from 1 to 5.', row: 12, column: 'Overall satisfaction', read: 'good' },
  { message: 'This is not a date.', row: 1204, column: longTitle, read: longNames[2] },
  { message: 'The sheet has no rows.', row: null, column: null, read: null },
]

const levels = ['Region', 'Store', longTitle].map((title, key) => ({ key, title, detail: `${3 + key * 20} units` }))

const nothing = () => undefined

function Ordered() {
  const [items, setItems] = useState(levels)
  return (
    <OrderList
      label="Levels"
      items={items}
      onOrder={(keys) => setItems(keys.flatMap((key) => items.filter((item) => item.key === key)))}
      onRemove={(key) => setItems(items.filter((item) => item.key !== key))}
    />
  )
}

/** Choosing and uploading files, how far work is, what is wrong with a file, and lists whose order matters. */
export function FilesSection() {
  return (
    <>
      <Shown name="UploadFile" isBlock>
        <UploadFile types={types} maxBytes={maxBytes} send={() => Promise.resolve('The file has no rows.')} />
      </Shown>
      <Shown name="FileDrop: a file is chosen" isBlock>
        <FileDrop
          types={types}
          maxBytes={maxBytes}
          file={new File(['a'.repeat(12_345)], `${longNames[0]}.xlsx`)}
          onFile={nothing}
        />
      </Shown>
      <Shown name="FileDrop: during the upload" isBlock>
        <FileDrop types={types} maxBytes={maxBytes} file={new File(['a'], 'customers.csv')} onFile={nothing} disabled />
      </Shown>
      <Shown name="WorkProgress" isBlock>
        <WorkProgress
          label="Uploading"
          text="1.2 MB of 4.8 MB sent"
          done={1_200_000}
          total={4_800_000}
          onCancel={nothing}
        />
      </Shown>
      <Shown name="WorkProgress: no end known" isBlock>
        <WorkProgress label="Reading the file" text={longNames.join(' ')} done={3} total={null} onCancel={nothing} />
      </Shown>
      <Shown name="ProblemTable" isBlock>
        <ProblemTable label="Errors in the file" problems={problems} />
      </Shown>
      <Shown name="OrderList" isBlock>
        <Ordered />
      </Shown>
    </>
  )
}
