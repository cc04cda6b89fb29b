// Provides the compiled pieces that the portal's tests draw: fields, columns, sections, pages.

import type { Field, FieldType } from '#shared/model/content-model.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import type { Column, Filter, Link, Page, PageBase, Section, Source } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import type { ListPage } from '#shared/model/pages/list.ts'

export function field(name: string, title: string, type: FieldType, more: Partial<Field> = {}): Field {
  return { name, title, type, required: false, filter: true, sort: false, system: false, schema: {}, ...more }
}

export function column(cell: string, own: Field, more: Partial<Column> = {}): Column {
  return { field: own, label: own.title, cell, ...more }
}

export function filter(widget: string, own: Field, more: Partial<Filter> = {}): Filter {
  return { name: own.name, label: own.title, widget, field: own, ...more }
}

export function source(path: string, params: Source['params'] = {}): Source {
  return { operation: 'sample.read', method: 'GET', path, params }
}

export function link(path: string, params: Link['params'] = {}): Link {
  return { page: path.slice(1), path, params }
}

export function section(widget: string, more: Partial<Section> = {}): Section {
  return { widget, ...more }
}

export function pageBase(path: string, title: string, more: Partial<PageBase> = {}) {
  return {
    id: path.slice(1),
    path,
    title,
    shell: 'site' as const,
    access: ['anyone'] as const,
    params: {},
    trail: [{ title: '首页', path: '/home-page' }],
    ...more,
  }
}

/** The page of what one call answers, without anything around it. */
export function detailPage(
  path: string,
  title: string,
  info: Source,
  more: Partial<DetailPage> = {},
): DetailPage {
  return {
    ...pageBase(path, title),
    kind: 'detail',
    source: info,
    heading: 'title',
    meta: [],
    lead: [],
    facts: [],
    body: [],
    actions: [],
    sections: [],
    aside: [],
    ...more,
  }
}

/** A list of what one call answers, without anything around it. */
export function listPage(path: string, title: string, list: string, more: Partial<ListPage> = {}): ListPage {
  return {
    ...pageBase(path, title),
    kind: 'list',
    source: source(list),
    view: 'rows',
    filters: [filter('text', field('keyWord', '关键词', 'text'))],
    columns: [column('text', field('title', '名称', 'text'))],
    sorts: [],
    actions: [],
    rowActions: [],
    bulkActions: [],
    aside: [],
    ...more,
  }
}

/** The line of the manifest that goes with a page. */
export function manifestPage(page: Page, url = `/config/pages/${page.id}.1.json`): ManifestPage {
  const { id, path, title, kind, shell, access, onlyFrom } = page
  return { id, path, title, kind, shell, access, url, preload: [], ...(onlyFrom ? { onlyFrom } : {}) }
}

export function menuNode(url: string, title: string, more: Partial<MenuNode> = {}): MenuNode {
  return { id: url.slice(1), title, url, hidden: false, access: ['anyone'], children: [], ...more }
}
