// Owns who runs the portal, as its settings say and its footer and receipts show; what is not set is left out.

export interface Site {
  /** 主办单位 */
  readonly organizer?: string
  /** 联系方式 */
  readonly contact?: string
  /** 网站标识码 */
  readonly code?: string
  /** ICP 备案号 */
  readonly icp?: string
  /** 公安备案号 */
  readonly police?: string
}
