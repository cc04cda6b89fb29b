// Owns the buttons that take a change back or do it again, for those without the keys, and the word of what was done.
import { Button } from '#portal/ui/button.tsx'
import type { Undo } from './use-undo.ts'

export function UndoButtons({ canUndo, canRedo, message, undo, redo }: Undo) {
  return (
    <div className="eq-undo">
      {canUndo || canRedo ? (
        <>
          <Button look="text" disabled={!canUndo} onClick={undo}>
            撤销
          </Button>
          <Button look="text" disabled={!canRedo} onClick={redo}>
            重做
          </Button>
        </>
      ) : null}
      <span role="status" className="eq-muted">
        {message}
      </span>
    </div>
  )
}
