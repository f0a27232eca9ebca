import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Select from '@mui/material/Select'
import TextField from '@mui/material/TextField'
import type { CashAgent } from '#contract/calls/cash'
import { matcherOf } from '#domain/text/matching'
import { useGo } from '#routing/navigation'
import { approvalDays } from '#domain/time/collectionDays'
import { today } from '#device/today'
import { collectionDays, dayText, isClosedDay } from '#ui/form/choices/collectionDays'

const byNameOrPhone = (agents: CashAgent[], { inputValue }: { inputValue: string }) => {
  const isWanted = matcherOf(inputValue)
  return agents.filter(({ name, phone_number }) => isWanted(`${name} ${phone_number}`))
}

type Props = { agents: readonly CashAgent[]; agentId: number | undefined; day: string; disabled?: boolean }

/** Chooses the agent and the day of the sheet. */
export function SheetChoice({ agents, agentId, day, disabled = false }: Props) {
  const go = useGo()
  const days = collectionDays(approvalDays)
  const dayOptions = days.includes(day) ? days : [...days, day]
  return (
    <>
      <Autocomplete
        options={agents}
        value={agents.find(({ id }) => id === agentId) ?? null}
        disabled={disabled}
        onChange={(_event, agent) => go('collectionSheet', { ...(agent && { agent_id: agent.id }), day })}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ name }) => name}
        filterOptions={byNameOrPhone}
        renderOption={({ key, ...option }, { name, phone_number }) => (
          <li key={key} {...option}>
            {name}
            <Box component="span" sx={{ color: 'text.secondary' }}>{`, ${phone_number}`}</Box>
          </li>
        )}
        autoHighlight
        disableClearable={false}
        slotProps={{ listbox: { sx: { '&& .MuiAutocomplete-option': { minHeight: 44 } } } }}
        sx={{ flex: '1 1 180px', maxWidth: { xs: 'none', sm: 380 } }}
        renderInput={(params) => (
          <TextField
            {...params}
            size="small"
            placeholder="Agent: name or phone"
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-label': 'Agent' },
            }}
          />
        )}
      />
      <Select
        native
        size="small"
        value={day}
        disabled={disabled}
        inputProps={{ 'aria-label': 'Day' }}
        onChange={({ target }) =>
          go('collectionSheet', {
            ...(agentId !== undefined && { agent_id: agentId }),
            day: target.value,
          })
        }
      >
        {dayOptions.map((one) => (
          <option key={one} value={one}>
            {one === today()
              ? `Today, ${dayText(one)}`
              : `${dayText(one)}${isClosedDay(one) ? ', for approval' : ''}`}
          </option>
        ))}
      </Select>
    </>
  )
}
