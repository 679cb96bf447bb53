#!/bin/sh
echo tides
