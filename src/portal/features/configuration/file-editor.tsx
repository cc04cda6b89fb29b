// Draws the editor of one configuration file: its form or its text, what the check says, and the page as it will be.
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { get, post } from '#portal/core/api/client.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { pageById } from '#portal/core/configuration/manifest.ts'
import { linkTo } from '#portal/core/routing/link-address.ts'
import { useQuery } from '#portal/core/routing/use-query.ts'
import { addressOf, calls } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { PreviewFrame } from '#portal/features/form/submission/preview-frame.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { Tabs } from '#portal/ui/tabs.tsx'
import { type ConfigurationFile, type Mend, partsOf } from '#shared/calls/configuration-answers.ts'
import { CONFIGURATION_PREVIEW, releasePage } from '#shared/calls/configuration-preview.ts'
import type { FormSchemas } from '#shared/calls/form-schemas.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Json } from '#shared/model/json.ts'
import type { Link } from '#shared/model/page-model.ts'
import { applyMend } from './apply-mend.ts'
import { placeId } from './file-context.ts'
import { Findings } from './findings.tsx'
import { NewFile } from './new-file.tsx'
import { NoticeTrial } from './notice-trial.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SchemaForm } from './schema-form.tsx'
import { type SaveState, toErrorSchema, useFileDraft } from './use-file-draft.ts'
import '#portal/features/form/forms.css'
import './configuration.css'

const STATES: Readonly<Record<SaveState, string>> = {
  saved: '草稿已保存',
  changed: '正在编辑…',
  saving: '正在保存草稿…',
  failed: '草稿没有保存',
}

const VIEWS = [
  { value: 'form', label: '表单' },
  { value: 'text', label: 'JSON' },
] as const

interface EditorProps {
  /** Of the file; empty to begin a new one. */
  readonly id: string
  /** The page that lists the files. */
  readonly list: Link | undefined
  readonly scope: Scope
}

export function FileEditor({ id, list, scope }: EditorProps) {
  const { setQuery } = useQuery()
  return id === '' ? (
    <NewFile onMade={(made) => setQuery({ id: made })} />
  ) : (
    <LoadedFile key={id} id={id} list={list} scope={scope} />
  )
}

function LoadedFile({ id, list, scope }: EditorProps) {
  const loaded = useLoaded(
    () =>
      Promise.all([
        get<ConfigurationFile>(addressOf('configuration.info'), { id }),
        get<FormSchemas>(addressOf('configuration.schema')),
      ]),
    [id],
  )
  if (loaded.error) return <Failed error={loaded.error} retry={loaded.retry} />
  if (!loaded.value) return <Skeleton shape="block" height={480} />
  const [file, language] = loaded.value
  return <OpenFile file={file} language={language} list={list} scope={scope} />
}

function stateOf({ mayEdit, published }: ConfigurationFile, draft: ReturnType<typeof useFileDraft>): string {
  if (!mayEdit) return '只能查看'
  if (draft.isEdited) return STATES[draft.state]
  return published === null ? '尚未发布' : '与线上一致'
}

/** Where a link to look at a draft is made. */
const LINK_PAGE = releasePage('link')

interface OpenProps extends Omit<EditorProps, 'id'> {
  readonly file: ConfigurationFile
  readonly language: FormSchemas
}

function OpenFile({ file, language, list, scope }: OpenProps) {
  const draft = useFileDraft(file, language)
  const [view, setView] = useState('form')
  const [isDiscarding, setDiscarding] = useState(false)
  const [publishes, setPublishes] = useState<'changes' | 'deletion' | null>(null)
  const navigate = useNavigate()
  const findings = draft.answer?.findings ?? []
  const { value } = draft
  const errors = useMemo(
    () =>
      toErrorSchema(
        findings.filter((finding) => finding.id === file.id),
        value,
      ),
    [findings, file.id, value],
  )
  const mends = useMemo(
    () =>
      new Map(
        findings.flatMap((finding) =>
          finding.mend && finding.id === file.id
            ? [[placeId(partsOf(finding.pointer, value)), finding.mend] as const]
            : [],
        ),
      ),
    [findings, file.id, value],
  )
  const address = addressOfFile(file, value)
  const isNotice = file.kind === 'notice' && calls['msgNotice.try'] !== undefined
  const discard = useTask('草稿没有放弃，请稍后重试', (message) => toast.error(message))
  const opening = useTask('草稿没有保存，请稍后重试', (message) => toast.error(message))
  const remove = useTask('没有删除，请稍后重试', (message) => toast.error(message))
  const leave = useCallback(() => {
    revalidateAll()
    if (list) navigate(linkTo(list, scope))
  }, [list, scope, navigate])
  const mend = (one: Mend) => draft.changeText(JSON.stringify(applyMend(draft.text, one)))
  const errorCount = findings.filter(({ severity }) => severity === 'error').length
  const hasErrors = errorCount > 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of undo, which the buttons are for too
    <div
      className="eq-file-editor"
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return
        const key = pressedKey(event).toLowerCase()
        if (key !== 'z' && key !== 'y') return
        if (event.target instanceof HTMLElement && event.target.matches('textarea, input[type=text]')) return
        event.preventDefault()
        if (key === 'y' || event.shiftKey) draft.redo()
        else draft.undo()
      }}
    >
      <div className="eq-file-bar">
        <span className="eq-file-name">
          <strong>{file.title}</strong>
          <span className="eq-file-state" role="status" data-state={draft.state}>
            {stateOf(file, draft)}
            {hasErrors ? `，有 ${errorCount} 处错误` : ''}
          </span>
        </span>
        {file.mayEdit ? (
          <span className="eq-actions">
            <Button look="text" disabled={!draft.canUndo} onClick={draft.undo}>
              撤销
            </Button>
            <Button look="text" disabled={!draft.canRedo} onClick={draft.redo}>
              重做
            </Button>
            {file.published === null ? null : (
              <Button
                look="text"
                disabled={draft.isEdited}
                busy={remove.isBusy}
                onClick={() =>
                  void remove.run(async () => {
                    await post(addressOf('configuration.save'), { id: file.id, isDeleted: true })
                    setPublishes('deletion')
                  })
                }
              >
                删除文件…
              </Button>
            )}
            {draft.isEdited ? (
              <PreviewLink id={file.id} disabled={draft.state !== 'saved' || hasErrors} />
            ) : null}
            <Button disabled={!draft.isEdited} onClick={() => setDiscarding(true)}>
              放弃草稿
            </Button>
            <Button
              look="primary"
              busy={opening.isBusy}
              disabled={!draft.isEdited || hasErrors}
              onClick={() =>
                void opening.run(async () => {
                  // What was typed last is checked by the dialog; nobody waits here for the check of the draft.
                  if (draft.state === 'saved' || (await draft.send())) setPublishes('changes')
                })
              }
            >
              发布…
            </Button>
          </span>
        ) : null}
      </div>
      {draft.problem ? (
        <p role="alert" className="eq-form-message">
          {draft.problem}
          <Button look="text" onClick={() => void draft.send()}>
            重试
          </Button>
        </p>
      ) : null}
      <Findings
        findings={findings}
        file={file}
        value={draft.value}
        onOpen={() => setView('form')}
        onMend={file.mayEdit && draft.state === 'saved' ? mend : undefined}
      />
      <div className="eq-file-panes" data-preview={address !== undefined || isNotice || undefined}>
        <div>
          <Tabs label="编辑方式" tabs={VIEWS} value={view} onChange={setView} />
          {view === 'form' ? (
            <SchemaForm
              kind={file.kind}
              language={language}
              value={draft.value}
              errors={errors}
              mends={mends}
              onMend={draft.state === 'saved' ? mend : undefined}
              disabled={!file.mayEdit}
              onChange={draft.change}
            />
          ) : (
            <FileText
              key={draft.text}
              text={draft.text}
              isLocked={!file.mayEdit}
              onChange={draft.changeText}
            />
          )}
        </div>
        {isNotice ? (
          <div className="eq-file-preview">
            <NoticeTrial id={file.path.replace(/^.*\/|\.json$/g, '')} value={draft.value} />
          </div>
        ) : null}
        {address === undefined ? null : (
          <PagePreview address={address} file={file} draft={draft} hasErrors={hasErrors} />
        )}
      </div>
      <Dialog
        open={isDiscarding}
        title="放弃草稿"
        onClose={() => setDiscarding(false)}
        footer={
          <>
            <Button onClick={() => setDiscarding(false)}>继续编辑</Button>
            <Button
              look="danger"
              busy={discard.isBusy}
              onClick={() =>
                void discard.run(async () => {
                  await post(addressOf('configuration.discard'), { id: file.id })
                  toast.success('草稿已放弃')
                  leave()
                })
              }
            >
              放弃草稿
            </Button>
          </>
        }
      >
        <p>“{file.title}”的草稿不能再找回；已发布的内容不变。</p>
      </Dialog>
      {publishes ? (
        <PublishDialog
          file={file}
          draft={draft.value}
          language={language}
          title={publishes === 'deletion' ? `删除“${file.title}”` : '发布修改'}
          onClose={() => {
            setPublishes(null)
            if (publishes === 'deletion') void post(addressOf('configuration.discard'), { id: file.id })
          }}
          onPublished={() => {
            setPublishes(null)
            leave()
          }}
          onKept={() => draft.send({ isRebased: true })}
        />
      ) : null}
    </div>
  )
}

interface PreviewProps {
  readonly address: string
  readonly file: ConfigurationFile
  readonly draft: ReturnType<typeof useFileDraft>
  readonly hasErrors: boolean
}

/** While there are errors, the page stays as it was before them. */
function PagePreview({ address, file, draft, hasErrors }: PreviewProps) {
  const [preview, setPreview] = useState(draft.answer?.preview)
  const { preview: latest } = draft.answer ?? {}
  if (latest !== undefined && latest !== preview) setPreview(latest)
  return (
    <div className="eq-file-preview">
      {hasErrors ? <p className="eq-help">改正错误后，预览随之更新</p> : null}
      {preview || file.published !== null ? (
        <PreviewFrame source={previewSource(address, draft.isEdited ? preview : undefined)} />
      ) : null}
    </div>
  )
}

/** To the page that makes a link, by which a colleague looks at the draft. */
function PreviewLink({ id, disabled }: { readonly id: string; readonly disabled: boolean }) {
  const navigate = useNavigate()
  const page = pageById(LINK_PAGE)
  return page ? (
    <Button
      look="text"
      disabled={disabled}
      onClick={() => navigate(`${page.path}?${new URLSearchParams({ of: id })}`)}
    >
      预览链接…
    </Button>
  ) : null
}

/** Where the page of a file is opened; undefined for other files and for pages that need to know of what. */
function addressOfFile({ kind }: ConfigurationFile, value: Json): string | undefined {
  if (kind !== 'page' && kind !== 'zone') return undefined
  const { path, params = {} } = value as {
    readonly path?: string
    readonly params?: Readonly<Record<string, { readonly required?: boolean }>>
  }
  const asks = Object.values(params).some(({ required }) => required)
  return path?.startsWith('/') && !asks && !/:\w+(?!\w*\?)/.test(path) ? path : undefined
}

const previewSource = (address: string, preview: string | undefined): string =>
  `${location.pathname}${preview ? `?${CONFIGURATION_PREVIEW}=${preview}` : ''}#${address}`

interface TextProps {
  readonly text: string
  readonly isLocked: boolean
  readonly onChange: (text: string) => void
}

function FileText({ text, isLocked, onChange }: TextProps) {
  const [typed, setTyped] = useState(text)
  const [problem, setProblem] = useState('')
  const take = () => {
    if (typed === text) return
    try {
      onChange(typed)
      setProblem('')
    } catch (error) {
      setProblem(`不是完整的 JSON，还没有生效：${error instanceof Error ? error.message : ''}`)
    }
  }
  return (
    <div className="eq-file-text">
      <textarea
        className="eq-input eq-file-json"
        aria-label="文件的 JSON"
        aria-invalid={problem !== '' || undefined}
        readOnly={isLocked}
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
      />
      {problem ? (
        <p role="alert" className="eq-field-error">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
