// Draws the button that saves the list as a table file; its dialog is loaded on demand.
import { lazy, Suspense, useState } from 'react'
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { Button } from '#portal/ui/button.tsx'

const ExportDialog = lazy(async () => ({
  default: (await import('#portal/features/export/export-dialog.tsx')).ExportDialog,
}))

export function ExportAction({
  action: { label, icon = 'download', columns = [] },
  title,
  list,
}: ActionProps) {
  const [isOpen, setOpen] = useState(false)
  if (!list) return null
  return (
    <>
      <Button icon={icon} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ExportDialog title={title} columns={columns} list={list} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
