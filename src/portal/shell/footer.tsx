// Owns the footer: who runs the portal, how to reach them, the site map.
import { Link } from 'react-router-dom'
import { useManifest } from '../app/manifest.ts'

const MAP_IDS = ['news/home', 'bidding/list', 'demand/list', 'zone/home', 'encyclopedia/list', 'declaration/home']
const ABOUT_IDS = ['about/us', 'about/agreement', 'account/sign-in']

export function Footer({ bare }: { bare: boolean }) {
  const { pages } = useManifest()
  const links = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const page = pages.find((candidate) => candidate.id === id)
      return page ? [<li key={id}><Link to={page.path}>{page.title}</Link></li>] : []
    })
  return (
    <footer className="eq-footer">
      <div className="eq-wrap">
        {bare ? null : (
          <div className="eq-footer-columns">
            <div>
              <h2>应急装备信息网</h2>
              <p>汇集应急装备资讯、招标采购与供需信息，服务采购单位、救援队伍、装备企业和公众。</p>
            </div>
            <nav aria-label="站点地图">
              <h2>站点地图</h2>
              <ul>{links(MAP_IDS)}</ul>
            </nav>
            <nav aria-label="关于与帮助">
              <h2>关于与帮助</h2>
              <ul>{links(ABOUT_IDS)}</ul>
            </nav>
          </div>
        )}
        <p className="eq-footer-note">示例站点，内容仅供演示</p>
      </div>
    </footer>
  )
}
