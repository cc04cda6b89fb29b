// Finds the templates of groups of fields and lists of rows by file name; each is an rjsf template.
import type { ArrayFieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import type { ComponentType } from 'react'
import { toRegistry } from './widget-name.ts'

/** Drawn by the kind of value that its options schema accepts: `object-list` or `object`. */
export type GroupComponent = ComponentType<ArrayFieldTemplateProps> | ComponentType<ObjectFieldTemplateProps>

const modules = import.meta.glob('./groups/*.tsx', { eager: true })

export const GROUP_WIDGETS = toRegistry<GroupComponent>(modules)

/** For a uiSchema; nothing where no group has that name, so that rjsf draws the form's own template. */
export function groupNamed(template: string, name: string): Readonly<Record<string, GroupComponent>> {
  const group = GROUP_WIDGETS.get(name)
  return group ? { [template]: group } : {}
}
