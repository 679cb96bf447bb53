tides() { :; }
