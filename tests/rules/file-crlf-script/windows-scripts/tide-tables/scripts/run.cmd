echo tides
