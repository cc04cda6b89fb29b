// Draws the reader of one PDF file: opening, and the message if that fails.
import { useEffect, useState } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { openPdf, type PdfDocument } from './pdf-document.ts'
import { PdfPages } from './pdf-pages.tsx'
import './pdf.css'

interface Props {
  readonly id: string
  readonly label: string
}

export function PdfReader({ id, label }: Props) {
  const [document, setDocument] = useState<PdfDocument | null>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the file again
  useEffect(() => {
    let isCurrent = true
    const opening = openPdf(id)
    opening.then(
      (opened) => isCurrent && setDocument(opened),
      () => isCurrent && setDocument(null),
    )
    return () => {
      isCurrent = false
      opening.then(
        (opened) => void opened.loadingTask.destroy(),
        () => undefined,
      )
    }
  }, [id, attempt])
  if (document === undefined) return <Skeleton shape="block" height={400} />
  if (document === null)
    return (
      <Empty text="文件暂时无法打开，可以下载后阅读">
        <Button
          icon="refresh"
          onClick={() => {
            setDocument(undefined)
            setAttempt(attempt + 1)
          }}
        >
          重试
        </Button>
      </Empty>
    )
  return <PdfPages document={document} label={label} />
}
