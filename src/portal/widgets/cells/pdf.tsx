// Draws the cell that shows PDF files in the page; the reader loads when the cell is near the screen or on request.
import { useEffect, useRef, useState } from 'react'
import { isFileId } from '#portal/core/api/file-client.ts'
import { Button } from '#portal/ui/button.tsx'
import { LazyPdfReader, StoredFile } from '#portal/widgets/media/stored-file.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'

const NEAR = '200px'

interface OneProps {
  readonly id: string
  readonly label: string
  /** The first of several opens by itself. */
  readonly isFirst: boolean
}

function One({ id, label, isFirst }: OneProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!isFirst || !element || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setOpen(true)
        observer.disconnect()
      },
      { rootMargin: NEAR },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isFirst])
  return (
    <div ref={place} className="eq-pdf">
      <p className="eq-pdf-file">
        <StoredFile id={id} />
        {isOpen ? null : (
          <Button icon="book" onClick={() => setOpen(true)}>
            在线阅读
          </Button>
        )}
      </p>
      {isOpen ? <LazyPdfReader id={id} label={label} /> : null}
    </div>
  )
}

export function PdfCell({ value, column }: CellProps) {
  const ids = [...new Set((Array.isArray(value) ? value : []).filter(isFileId))]
  if (ids.length === 0) return <>—</>
  return ids.map((id, index) => <One key={id} id={id} label={column.label} isFirst={index === 0} />)
}
