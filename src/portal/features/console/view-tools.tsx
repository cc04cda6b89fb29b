// Draws the tools of a console list that keep it as its user wants it: the saved views, and the choice of columns.
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { toViewer } from '#portal/core/access/viewer.ts'
import { currentManifest } from '#portal/core/configuration/manifest.ts'
import { useQuery } from '#portal/core/routing/use-query.ts'
import { useSession } from '#portal/core/session/session.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import { ChoicePopup } from '#portal/widgets/choices/choice-popup.tsx'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import {
  allColumns,
  type ChosenColumn,
  removeView,
  saveColumns,
  saveView,
  toState,
  useConsoleCalls,
  useLayout,
  VIEW_KEY,
  viewAddress,
} from './console-views.ts'

interface Props {
  readonly page: ListPage
}

export function ViewTools({ page }: Props) {
  const calls = useConsoleCalls()
  if (calls['consoleView.list'] === undefined) return null
  return (
    <>
      <SavedViews page={page} />
      <ColumnChoice page={page} />
    </>
  )
}

/** The list opens in the default view of the role, where its address asks for nothing. */
function useDefaultView(page: ListPage, views: ReturnType<typeof useLayout>['views']): void {
  const { user } = useSession()
  const { query } = useQuery()
  const navigate = useNavigate()
  const opened = useRef('')
  const isPlain = Object.keys(query).length === 0
  useEffect(() => {
    const roles = user ? [user.role, ...(user.assigned ?? [])] : []
    const view = views.find(({ role }) => role !== null && roles.includes(role))
    if (!view || opened.current === page.id) return
    opened.current = page.id
    if (isPlain) void navigate(viewAddress(page.path, view), { replace: true })
  }, [views, user, page, isPlain, navigate])
}

function SavedViews({ page }: Props) {
  const { views, named, columns, reload } = useLayout(page)
  const { query } = useQuery()
  const { user } = useSession()
  const { isBusy, run } = useTask('保存失败，请稍后重试', toast.error)
  const isModerator = user !== null && isGranted(toViewer(user), GRANTS.moderate)
  const navigate = useNavigate()
  useDefaultView(page, views)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const name = String(data.get('name') ?? '').trim()
    if (!name) return toast.error('请填写视图的名称')
    const role = String(data.get('role') ?? '')
    void run(async () => {
      const state = { query: toState(query), columns }
      const shared = data.get('shared') === 'on'
      const { id } = await saveView({ page: page.id, name, ...state, shared, ...(role ? { role } : {}) })
      reload()
      form.reset()
      toast.success('已保存视图')
      void navigate(viewAddress(page.path, { ...state, id } as Parameters<typeof viewAddress>[1]))
    })
  }
  const remove = (id: string) =>
    run(async () => {
      await removeView(id)
      reload()
      toast.success('已删除视图')
    })
  return (
    <ChoicePopup
      className="eq-list-bar-filter"
      label="视图"
      text={named?.name ?? '视图'}
      isActive={named !== undefined}
    >
      {(id, close) => (
        <div id={id} className="eq-choice-panel eq-list-bar-panel eq-list-bar-end">
          {views.length === 0 ? <p className="eq-muted">还没有保存的视图</p> : null}
          <ul className="eq-views">
            {views.map((view) => (
              <li key={view.id}>
                <Link
                  to={viewAddress(page.path, view)}
                  onClick={close}
                  aria-current={view === named || undefined}
                >
                  {view.name}
                </Link>
                <span className="eq-muted">
                  {view.role ? `${roleTitle(view.role)}默认` : view.shared ? '共享' : '本人'}
                </span>
                {view.mine || isModerator ? (
                  <Button
                    look="text"
                    busy={isBusy}
                    aria-label={`删除视图“${view.name}”`}
                    onClick={() => void remove(view.id)}
                  >
                    <Icon name="delete" />
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
          <form className="eq-view-form" onSubmit={save}>
            <label>
              <span>把当前的筛选、排序和列保存为</span>
              <input name="name" className="eq-input" maxLength={30} placeholder="视图名称" />
            </label>
            {isModerator ? (
              <>
                <label className="eq-keys-switch">
                  <input type="checkbox" name="shared" />
                  共享给能打开管理后台的人
                </label>
                <label>
                  <span>打开列表时默认用于</span>
                  <select name="role" className="eq-input">
                    <option value="">不作为默认</option>
                    {currentManifest()
                      .roles.filter(({ name }) => page.access.includes(name))
                      .map(({ name, title }) => (
                        <option key={name} value={name}>
                          {title}
                        </option>
                      ))}
                  </select>
                </label>
              </>
            ) : null}
            <Button type="submit" look="primary" busy={isBusy}>
              保存视图
            </Button>
          </form>
        </div>
      )}
    </ChoicePopup>
  )
}

const roleTitle = (role: string): string =>
  currentManifest().roles.find(({ name }) => name === role)?.title ?? role

const WIDTHS = [
  { value: 0, label: '自动' },
  { value: 90, label: '窄' },
  { value: 150, label: '中' },
  { value: 240, label: '宽' },
  { value: 360, label: '很宽' },
] as const

/** Which columns the list has, in which order and how wide; kept with the account. */
function ColumnChoice({ page }: Props) {
  const { columns: chosen } = useLayout(page)
  const { setQuery } = useQuery()
  const { run } = useTask('保存失败，请稍后重试', toast.error)
  const all = allColumns(page)
  const [first] = page.columns
  const now: readonly ChosenColumn[] =
    chosen.length > 0 ? chosen : page.columns.map(({ field }) => ({ name: field.name }))
  const others = all.filter((column) => column !== first)
  const placeOf = (name: string) => now.findIndex((column) => column.name === name)
  const sorted = [
    ...now.flatMap(({ name }) => others.find(({ field }) => field.name === name) ?? []),
    ...others.filter(({ field }) => placeOf(field.name) === -1),
  ]
  const store = (columns: readonly ChosenColumn[]) =>
    run(() => {
      setQuery({ [VIEW_KEY]: undefined }, true)
      return saveColumns(page.id, columns)
    })
  const toggle = (name: string, isOn: boolean) =>
    store(isOn ? [...now, { name }] : now.filter((column) => column.name !== name))
  const move = (name: string, step: number) => {
    const names = sorted.map(({ field }) => field.name).filter((one) => placeOf(one) !== -1)
    const at = names.indexOf(name)
    const moved = names.filter((one) => one !== name)
    moved.splice(at + step, 0, name)
    const order = first ? [first.field.name, ...moved] : moved
    return store(order.map((one) => now.find((column) => column.name === one) ?? { name: one }))
  }
  const widen = (name: string, width: number) =>
    store(now.map((column) => (column.name === name ? { name, ...(width ? { width } : {}) } : column)))
  return (
    <ChoicePopup className="eq-list-bar-filter" label="列" text="列">
      {(id) => (
        <div id={id} className="eq-choice-panel eq-list-bar-panel eq-list-bar-end">
          <ul className="eq-columns-choice">
            {sorted.map(({ field: { name }, label }) => {
              const place = placeOf(name)
              const isOn = place !== -1
              return (
                <li key={name}>
                  <label>
                    <input
                      type="checkbox"
                      checked={isOn}
                      onChange={({ target }) => void toggle(name, target.checked)}
                    />
                    {label}
                  </label>
                  {isOn ? (
                    <>
                      <select
                        className="eq-input"
                        aria-label={`“${label}”的列宽`}
                        value={now[place]?.width ?? 0}
                        onChange={({ target }) => void widen(name, Number(target.value))}
                      >
                        {WIDTHS.map((one) => (
                          <option key={one.value} value={one.value}>
                            {one.label}
                          </option>
                        ))}
                      </select>
                      <Button look="text" aria-label={`“${label}”前移`} onClick={() => void move(name, -1)}>
                        <Icon name="up" />
                      </Button>
                      <Button look="text" aria-label={`“${label}”后移`} onClick={() => void move(name, 1)}>
                        <Icon name="down" />
                      </Button>
                    </>
                  ) : null}
                </li>
              )
            })}
          </ul>
          <button type="button" className="eq-text-button" onClick={() => void store([])}>
            恢复默认
          </button>
        </div>
      )}
    </ChoicePopup>
  )
}
