// Draws the undo and redo buttons, for users without the keys, and the message about the last undo or redo.
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
