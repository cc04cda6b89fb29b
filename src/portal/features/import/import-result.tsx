// Draws the result once the rows are imported.

import { LinkButton } from '#portal/ui/app-link.tsx'
import { Button } from '#portal/ui/button.tsx'
import type { ImportView } from '#shared/calls/import-answers.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'

interface Props {
  readonly view: ImportView
  readonly link: Link | undefined
  readonly scope: Scope
  readonly onAgain: () => void
}

export function ImportResult({ view, link, scope, onAgain }: Props) {
  return (
    <div className="eq-import-done">
      <div role="status">
        <h2>已导入 {view.imported} 行</h2>
      </div>
      <p>导入的内容与逐件发布的办理流程相同，可随时查看状态和审核结果；图片和文件可以逐件补充。</p>
      <p className="eq-actions">
        {link ? (
          <LinkButton link={link} scope={scope} look="primary">
            查看导入的内容
          </LinkButton>
        ) : null}
        <Button onClick={onAgain}>再导入一份</Button>
      </p>
    </div>
  )
}
