import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { markets } = calls

const OneMarket = v.object({ market_id: Id })
const noMarket = 'Market day details not available'

export const marketRoutes = area({
  markets: {
    path: '/market/day/list',
    title: 'Market Days',
    access: anyOf('can-view-market-day', 'can-view-market-list'),
    parent: 'dashboard',
    menu: { section: 'Market Days', label: 'Market Days', key: 'M' },
    calls: [markets.getMarkets],
  },
  marketCreate: {
    path: '/market/day/create',
    title: 'Create Market Day',
    access: anyOf('can-create-market-day'),
    parent: 'markets',
    calls: [markets.createMarket, markets.createMarketByDays],
  },
  marketUpdate: {
    path: '/market/day/update',
    title: 'Update Market Day',
    access: anyOf('can-edit-market-day'),
    parent: 'markets',
    state: OneMarket,
    missing: noMarket,
    calls: [markets.getMarket, markets.updateMarket, markets.updateMarketByDays],
  },
  marketDelete: {
    path: '/market/day/delete',
    title: 'Delete Market Day',
    access: anyOf('can-delete-market-day'),
    parent: 'markets',
    state: OneMarket,
    missing: noMarket,
    calls: [markets.getMarket, markets.deleteMarket],
  },
})
